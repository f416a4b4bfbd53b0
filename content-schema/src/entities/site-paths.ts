/** The pages that every site has; what is below them belongs to them. */
export const HOME = '/';
export const BLOGS = '/blogs';
export const TAGS = '/tags';
export const EXPERIENCES = '/experiences';
export const LOGIN = '/login';
export const ADMIN = '/admin';
