declare module '../../../platform/server/events.ts' {
  interface EventMap {
    /** `userIds`: the owner of the item and earlier commenters who may still open it, without the author. */
    'storage.comment.created': {
      itemId: string
      /** Names of the item and of the author. */
      item: string
      author: string
      userIds: string[]
    }
  }
}

export {}
