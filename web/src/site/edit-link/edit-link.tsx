import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { mayBeSignedIn } from '../../data/sign-in-flag.ts';
import { useInitialState } from '../../data/initial-state.ts';
import type { EditLinkProps } from './show-edit-link.tsx';

type ShowEditLink = (props: EditLinkProps) => ReactNode;

/** What shows the links; undefined for visitors. */
export const EditLinkContext = createContext<ShowEditLink | undefined>(undefined);

/** Leads the administrator from what visitors see to its form. It takes no room on the page. */
export const EditLink = (props: EditLinkProps) => useContext(EditLinkContext)?.(props);

/** What shows the links, once the page has nothing else to do; visitors never load it. */
export const useShowEditLink = (): ShowEditLink | undefined => {
  const { base } = useInitialState();
  const [loaded, setLoaded] = useState<{ readonly showEditLink: ShowEditLink }>();
  useEffect(() => {
    // What is shown below a base is not what the forms edit.
    if (base !== undefined || !mayBeSignedIn()) return;
    const load = () => void import('./show-edit-link.tsx').then(setLoaded, () => undefined);
    // Safari doesn't tell when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(load);
    else setTimeout(load);
  }, [base]);
  return loaded?.showEditLink;
};
