// Needs: connect, feeds, history, import, proposals
import { MOVING_SITE, bothStores } from '../both-stores.ts';
import { describeHistories } from './describe-histories.ts';

for (const site of bothStores()) if (site.store === 'GitHub') describeHistories(site, 135);
describeHistories(MOVING_SITE, 20);
