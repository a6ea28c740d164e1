import { BinderyError, type Impact } from '@bindery/sdk'
import { describe, expect, it } from 'vitest'
import { untilEnded } from './until-ended.ts'

describe('whoever looks on at an impact', () => {
  const impact = (status: string, far: Partial<Impact> = {}) =>
    ({ id: 'imp_1', status, ahead: 0, done: 7, total: 9, ...far }) as Impact
  const answering = (answers: (() => Impact)[]) => ({
    manage: { impacts: { show: async () => answers.shift()?.() ?? impact('done') } },
  })
  const away = () => {
    throw new BinderyError({ kind: 'network', status: 0, message: 'no answer' })
  }

  it('waits for a server that is started again, which goes on with it', async () => {
    const reported: string[] = []
    const client = answering([away, () => impact('running'), () => impact('done')])
    const ended = await untilEnded(client, impact('running'), ({ text }) => reported.push(text))
    expect(ended.status).toBe('done')
    expect(reported).toEqual(['7 of 9', 'the server is unavailable', '7 of 9', '7 of 9'])
  })

  it('sees how far it is before anybody knows how far it goes', async () => {
    const reported: string[] = []
    const client = answering([() => impact('running', { total: null })])
    const begun = impact('running', { done: 0, total: null })
    await untilEnded(client, begun, ({ text }) => reported.push(text))
    expect(reported).toEqual(['counting', '7, still counting the total'])
  })

  it('hears at once of any other refusal', async () => {
    const gone = () => {
      throw new BinderyError({ kind: 'notFound', status: 404, message: 'there is none' })
    }
    const looking = untilEnded(answering([gone]), impact('running'), () => undefined)
    await expect(looking).rejects.toThrow('there is none')
  })
})
