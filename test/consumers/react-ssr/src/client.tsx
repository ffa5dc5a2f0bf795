import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.js';

const root = document.getElementById('root');
const asked = new URLSearchParams(location.search);
// Another script of the page may define the elements, too, and be earlier.
if (asked.has('defined-before')) await import('crypto-checkout/define');
if (root) hydrateRoot(root, <Page order={asked.get('order') ?? ''} />);
