/** Shows the gallery at `/dev/gallery.html` of Vite's development server. No build includes it. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/styles/fonts.css';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import '../src/ui/classes.css';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
