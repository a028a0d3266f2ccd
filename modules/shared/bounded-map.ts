/** A map with at most `max` entries: a further one evicts the entry that was set first. */
export class BoundedMap<K, V> extends Map<K, V> {
  private readonly max: number
  constructor(max: number) {
    super()
    this.max = max
  }

  override set(key: K, value: V): this {
    this.delete(key)
    const [oldest] = this.size >= this.max ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}
