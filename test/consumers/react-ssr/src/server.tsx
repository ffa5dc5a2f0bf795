import { renderToString } from 'react-dom/server';
import { Page } from './page.js';

// node dist-server/server.js <order token>: prints the page.
const order = process.argv[2] ?? '';
console.log(`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>React from a server</title><link rel="icon" href="data:,"></head>
  <body>
    <div id="root">${renderToString(<Page order={order} />)}</div>
    <script type="module" src="client.js"></script>
  </body>
</html>`);
