interface Order {
  task: number
  id: number
}

export type HashOrder = Order &
  (
    | { kind: 'begin'; from: number | null }
    | { kind: 'update'; memory: SharedArrayBuffer; length: number }
    | { kind: 'end' }
    | { kind: 'drop' }
  )

export interface HashAnswer {
  task: number
  sha256?: Uint8Array
  crc32?: number
}
