"""Who is let in, and how often: origins of pages, addresses behind proxies, rate limits."""
