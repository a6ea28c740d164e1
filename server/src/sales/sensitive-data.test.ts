import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonObject } from '../kernel/index.ts'
import { type KeyRing, resealDataKey } from '../sealing/index.ts'
import { openSensitiveData, sealSensitiveData } from './sensitive-data.ts'

const ring: KeyRing = [{ id: 'first', key: randomBytes(32) }]
const newer: KeyRing = [{ id: 'second', key: randomBytes(32) }, ...ring]
const data = { iban: 'DE89370400440532013000', illnesses: ['asthma'] }

describe('sensitive data', () => {
  it('opens for its own policy as it was sealed', () => {
    const documents = fc.dictionary(fc.string(), fc.jsonValue()).map((one) => {
      return JSON.parse(JSON.stringify(one)) as JsonObject // What a request body can hold.
    })
    fc.assert(
      fc.property(documents, (document) => {
        const sealed = sealSensitiveData(ring, 'tpol_1', document)
        expect(openSensitiveData(ring, 'tpol_1', sealed)).toEqual(document)
      }),
    )
  })

  it('is not readable in what is stored, and never looks the same twice', () => {
    const [one, two] = [
      sealSensitiveData(ring, 'tpol_1', data),
      sealSensitiveData(ring, 'tpol_1', data),
    ]
    expect(one.sealedData.includes('DE89370400440532013000')).toBe(false)
    expect(one.sealedData.equals(two.sealedData)).toBe(false)
    expect(one.sealedKey.equals(two.sealedKey)).toBe(false)
  })

  it('does not open in the row of another policy', () => {
    const sealed = sealSensitiveData(ring, 'tpol_1', data)
    expect(() => openSensitiveData(ring, 'tpol_2', sealed)).toThrow()
    const other = sealSensitiveData(ring, 'tpol_2', data)
    expect(() =>
      openSensitiveData(ring, 'tpol_2', { ...other, sealedData: sealed.sealedData }),
    ).toThrow()
  })

  it('does not open once a single bit was changed', () => {
    const sealed = sealSensitiveData(ring, 'tpol_1', data)
    for (const part of ['sealedKey', 'sealedData'] as const) {
      for (let at = 0; at < sealed[part].length; at++) {
        const changed = Buffer.from(sealed[part])
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        expect(() => openSensitiveData(ring, 'tpol_1', { ...sealed, [part]: changed })).toThrow()
      }
    }
  })

  it('sealed under an older key of the ring still opens', () => {
    const sealed = sealSensitiveData(ring, 'tpol_1', data)
    expect(openSensitiveData(newer, 'tpol_1', sealed)).toEqual(data)
  })

  it('sealed anew opens under the new key alone; the data itself was not touched', () => {
    const sealed = sealSensitiveData(ring, 'tpol_1', data)
    const resealed = resealDataKey(newer, 'tpol_1', sealed)
    expect(resealed.ringKeyId).toBe('second')
    expect(resealed.sealedData).toEqual(sealed.sealedData)
    expect(openSensitiveData([newer[0]], 'tpol_1', resealed)).toEqual(data)
  })

  it('whose key is gone from the ring says which key to bring back', () => {
    const sealed = sealSensitiveData(ring, 'tpol_1', data)
    expect(() => openSensitiveData([newer[0]], 'tpol_1', sealed)).toThrow(
      /encrypted with the key "first", which is not in ENCRYPTION_KEYS/,
    )
  })
})
