/** Keys that encrypt data keys. The first one encrypts; all of them decrypt. */
export type KeyRing = readonly [RingKey, ...RingKey[]]

export interface RingKey {
  readonly id: string
  readonly key: Buffer
}
