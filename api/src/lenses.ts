/** How features see the store. Each can be removed with its folder and its line here. */
export { withLayout } from './features/layout/lens.ts';
