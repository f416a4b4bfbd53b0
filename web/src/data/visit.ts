import { createContext, useContext } from 'react';
import type { Visit } from './page-data.ts';

export const VisitContext = createContext<Visit>({ origin: '', year: 0 });

/** What the app knows from its beginning. */
export const useVisit = (): Visit => useContext(VisitContext);
