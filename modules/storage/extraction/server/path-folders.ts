/** Folders that the paths of an archive name, each counted once, in whatever order they come. */
export class PathFolders {
  private readonly ids = new Map<string, number>()

  get count(): number {
    return this.ids.size
  }

  add(path: readonly string[]): void {
    let parent = 0
    for (const name of path) {
      const key = `${parent}/${name}`
      const id = this.ids.get(key) ?? this.ids.size + 1
      this.ids.set(key, id)
      parent = id
    }
  }
}
