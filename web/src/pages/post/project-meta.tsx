import type { PostSummary } from 'content-schema';
import { Facts } from '../../site/facts.tsx';
import postStyles from '../../site/post.module.css';
import { ProjectLinks } from '../../site/project-links.tsx';
import { TagPills } from '../../site/tag-pills.tsx';

export interface ProjectMetaProps extends Pick<PostSummary, 'project' | 'tags'> {}

/** What a project has in the margin of its page. */
const ProjectMeta = ({ project, tags }: ProjectMetaProps) => {
  const { year, role, link = '', repository = '' } = project ?? {};
  const facts = {
    Years: year,
    Role: role,
    Skills: tags.length > 0 && <TagPills tags={tags} label="Skills" />,
    Links: link + repository && <ProjectLinks link={link} repository={repository} />,
  };
  return <Facts className={postStyles.meta} facts={facts} />;
};

export default ProjectMeta;
