/** Comments of one item, deleted ones not counted. */
export const maxCommentsPerItem = 5_000
/** Comments of a page. */
export const commentsPerPage = 30
/** Time in which a deleted comment can be restored; then its row is removed. */
export const restorableFor = '1 hour'
