import { Link } from 'react-router-dom';
import { Button } from './button.tsx';
import type { NotLoadedProps } from './lazy-part.tsx';
import { MessageScreen } from './message-screen.tsx';
import { Problem } from './problem.tsx';

const RetryButton = ({ onRetry, pending }: NotLoadedProps) => (
  <Button pending={pending} onClick={onRetry}>
    Try again
  </Button>
);

/** In place of a page. Where another version of the site was deployed, only its document leads on. */
export const PageNotLoaded = (props: NotLoadedProps) => (
  <MessageScreen
    action={
      <p>
        <RetryButton {...props} /> or{' '}
        <Link to="" reloadDocument>
          load the site anew
        </Link>
      </p>
    }
  >
    This page could not be loaded.
  </MessageScreen>
);

/** In place of a part of a page. */
export const PartNotLoaded = (props: NotLoadedProps) => (
  <>
    <Problem>This part of the page could not be loaded. What you have typed is kept.</Problem>
    <RetryButton {...props} />
  </>
);
