import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import Staff from './staff.js';

const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');
createRoot(root).render(
  <StrictMode>
    <Staff />
  </StrictMode>,
);
