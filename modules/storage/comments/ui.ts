export { LazyComments } from './ui/lazy-comments.ts'
