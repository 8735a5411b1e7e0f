from stolik.cli import main

main()
