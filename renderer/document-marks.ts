/**
 * Comments in the document that Vike returns. Vike adds the tags of style sheets and fonts before `headTags`, and the tags
 * of scripts and of the page's data after `bodyTags`; the server puts the page's markup in place of `markup`.
 */
export const documentMarks = {
  headTags: '<!--head-tags-->',
  markup: '<!--markup-->',
  bodyTags: '<!--body-tags-->',
} as const
