// Needs: feeds, history, import, proposals
import { bothStores } from '../both-stores.ts';
import { describeHistories } from './describe-histories.ts';

for (const site of bothStores()) if (site.store !== 'GitHub') describeHistories(site, 145);
