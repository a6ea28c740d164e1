/** Keys that seal data keys. The first one seals; all of them open. */
export type KeyRing = readonly [RingKey, ...RingKey[]]

export interface RingKey {
  readonly id: string
  readonly key: Buffer
}
