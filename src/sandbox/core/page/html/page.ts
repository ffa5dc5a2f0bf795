import { INVOICES_HTML } from './invoices.js';
import { SIDE_HTML } from './side.js';
import { TEMPLATES_HTML } from './templates.js';

/** The page for people. Its texts are all here and beside it; the script fills in facts. */
export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payment sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body>
<header class="top">
  <div class="title">
    <h1>Payment sandbox</h1>
    <p class="muted">Stands in for the payment service. No money moves here.</p>
  </div>
  <section id="clock" class="clock" aria-labelledby="clock-title">
    <div>
      <h2 id="clock-title" class="label">Sandbox time, UTC</h2>
      <p class="time"><time id="now">–</time></p>
    </div>
    <div class="row" role="group" aria-label="Move the clock forward">
      <button type="button" data-do="advance" data-seconds="60">+1 min</button>
      <button type="button" data-do="advance" data-seconds="600">+10 min</button>
      <button type="button" data-do="advance" data-seconds="3600">+1 h</button>
      <button type="button" data-do="advance" data-seconds="86400">+1 day</button>
    </div>
    <p class="said" data-said hidden></p>
  </section>
  <nav class="ways" aria-label="Parts of this page">
    <a href="#invoices-title">Invoices</a>
    <a href="#break">Break things</a>
    <a href="#requests">Requests</a>
    <a href="#postbacks">Postbacks</a>
    <a href="#money">Money</a>
  </nav>
</header>
<noscript><p class="empty">This page needs JavaScript. The same can be done by HTTP: see the sandbox's README.</p></noscript>
<main>
${INVOICES_HTML}
<div class="side">
${SIDE_HTML}
</div>
</main>
<footer class="foot"><p id="status" role="status">Connecting…</p></footer>
${TEMPLATES_HTML}
</body>
</html>
`;
