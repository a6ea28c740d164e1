import { describe, expect, it } from 'vitest'
import { readHttpPricingSettings } from './rater-settings.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('the settings for raters', () => {
  it('are nobody to ask, if nothing is set', () => {
    const nothing = { hosts: undefined, private: undefined, secret: undefined }
    expect(readHttpPricingSettings(nothing)).toEqual({
      settings: { hosts: [], allowsPrivate: false, secrets: [] },
      problems: [],
    })
  })

  it('are hosts, secrets and whether private addresses may be asked', () => {
    const { settings, problems } = readHttpPricingSettings({
      hosts: 'Rater.example.com, localhost:9000,[::1]:9000',
      private: 'allow',
      secret: `${secret},${secret}`,
    })
    expect(problems).toEqual([])
    expect(settings.hosts).toEqual(['rater.example.com', 'localhost:9000', '[::1]:9000'])
    expect(settings.allowsPrivate).toBe(true)
    expect(settings.secrets.map(({ length }) => length)).toEqual([32, 32])
  })

  it('report every mistake at once', () => {
    const { problems } = readHttpPricingSettings({
      hosts: 'https://rater.example.com,a/b,ok.example.com:99999',
      private: 'yes',
      secret: 'hunter2,whsec_YWJj',
    })
    expect(problems).toHaveLength(6)
    expect(problems.join()).not.toContain('hunter2')
  })
})
