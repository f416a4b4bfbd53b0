import { createContext, useContext } from 'react';
import type { InitialState } from './page-data.ts';

export const InitialStateContext = createContext<InitialState>({ origin: '', year: 0 });

/** What the app knows from its beginning. */
export const useInitialState = (): InitialState => useContext(InitialStateContext);
