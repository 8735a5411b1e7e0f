// boardgame.io's own server with its own in-memory store: node server.js PORT

const { Server, Origins } = require('boardgame.io/server');
const { NoThanks } = require('./game');

const port = Number(process.argv[2]);
const server = Server({ games: [NoThanks], origins: [Origins.LOCALHOST] });

server.run(port, () => console.log(`open at ${port}`));
