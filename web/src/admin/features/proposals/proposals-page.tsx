import { Link } from 'react-router-dom';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { proposalPath, useProposals } from './proposals.ts';
import { ProposalFacts, UNTITLED } from './proposal-facts.tsx';

const ProposalsPage = () => {
  const { response, error, reload } = useProposals(true);
  return (
    <AdminPage title="Proposals">
      {response && error === undefined ? (
        <>
          {response.proposals.length === 0 && <p className="empty">There are no open proposals.</p>}
          <ul role="list" className="stack-4">
            {response.proposals.map((proposal) => (
              <li key={proposal.id} className="divided">
                <h2 className="large">
                  <Link className="quiet-link" to={proposalPath(proposal.id)} dir="auto">
                    {proposal.title || UNTITLED}
                  </Link>
                </h2>
                <ProposalFacts proposal={proposal} />
                {proposal.problem !== undefined && <p className="error">{proposal.problem}</p>}
              </li>
            ))}
          </ul>
          {response.more !== undefined && (
            <p>
              <a href={response.more}>All proposals at GitHub</a>
            </p>
          )}
        </>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default ProposalsPage;
