import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/prose.css';
import './styles/alerts.css';
import './styles/images.css';
import './styles/tables.css';
import './styles/code.css';
import './styles/footnotes.css';
import './styles/print.css';
// Before all components, whose own styles override these.
import './ui/classes.css';
import { App } from './app.tsx';
import { readEmbeddedState } from './data/initial-state.ts';
import type { InitialState } from './data/page-data.ts';
import { dispatchMoves } from './routing/history-entry.ts';
import { isPlainClick } from './routing/plain-click.ts';
import { shortAddress } from './site/text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');

const embedded = readEmbeddedState();
const initialState: InitialState = embedded ?? {
  origin: location.origin,
  year: new Date().getFullYear(),
};
const app = (
  <StrictMode>
    <BrowserRouter basename={initialState.base ?? ''}>
      <App initialState={initialState} />
    </BrowserRouter>
  </StrictMode>
);

dispatchMoves();
if (embedded) hydrateRoot(root, app);
else createRoot(root).render(app);

/** Links around images to their large versions, which this page can show itself. */
const ENLARGED = 'a.enlarge';

// Opens images of texts enlarged. Loads the code for that on the first click.
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(ENLARGED) : null;
  const text = link?.closest('.prose');
  if (!link || !text || !isPlainClick(event)) return;
  event.preventDefault();
  import('./site/lightbox/lightbox.ts').then(
    ({ showEnlarged }) =>
      showEnlarged([...text.querySelectorAll<HTMLAnchorElement>(ENLARGED)], link),
    () => location.assign(link.href),
  );
});

// The print style sheet writes the addresses of links after their texts.
addEventListener('beforeprint', () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.prose a')) {
    link.toggleAttribute('data-bare', shortAddress(link.href) === shortAddress(link.text));
  }
});
