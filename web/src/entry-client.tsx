import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/prose.css';
import './styles/print.css';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App year={new Date().getFullYear()} />
    </BrowserRouter>
  </StrictMode>,
);
