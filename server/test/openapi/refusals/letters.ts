import { managerOn } from '../../builders/manager.ts'
import { waitingLetter, writtenLetter } from '../../builders/post-letters.ts'
import { maskedKey } from '../../builders/restricted.ts'
import { soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const letters = '/manage/letters'
const nobodys = `${letters}/ltr_01b0acc58e20e4a80c73f1d925b6`
const day = { date: '2028-11-20' }
const proof = { ...day, evidence: 'RR123456785DE' }

/** Of letters that are sent by post. */
export function letterRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const sold = async () => (await soldPolicy(stage.seller)).id
  const waiting = async () => waitingLetter(platform, await sold())
  const list = (query: string) => () => manager.get(`${letters}?${query}`)
  const posted = (operationId: string, what: string, body: typeof day): Refusals => ({
    invalid_member: () => {
      const { date: _, ...undated } = body
      return manager.post(`${nobodys}/${what}`, undated)
    },
    letter: () => manager.post(`${nobodys}/${what}`, body),
    clock_advancing: () =>
      onceItMoves(
        stage,
        async (seller) => waitingLetter(platform, (await soldPolicy(seller)).id),
        (_, id) => manager.post(`${letters}/${id}/${what}`, body),
      ),
    idempotency_key_reused: () =>
      withOneKey(stage, operationId, { letterId: 'ltr_1' }, { letterId: 'ltr_2' }),
  })
  const notSent = (what: string, body: typeof day) => ({
    ...posted(`${what === 'delivered' ? 'deliver' : 'return'}Letter`, what, body),
    letter_not_sent: async () => manager.post(`${letters}/${await waiting()}/${what}`, body),
  })
  return {
    searchLetters: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_state: list('state=lost'),
      invalid_member: list(`state=${'x'.repeat(301)}`),
    },
    showLetter: { letter: () => manager.get(nobodys) },
    fetchLetter: {
      letter: () => manager.get(`${nobodys}/document`),
      letter_being_made: async () => manager.get(`${letters}/${await waiting()}/document`),
      personal_data_masked: async () => {
        const id = await waiting()
        return managerOn(platform, await maskedKey(platform)).get(`${letters}/${id}/document`)
      },
    },
    sendLetter: {
      ...posted('sendLetter', 'sent', day),
      letter_being_made: async () =>
        manager.post(`${letters}/${await writtenLetter(platform, await sold())}/sent`, day),
    },
    deliverLetter: notSent('delivered', proof),
    returnLetter: notSent('returned', day),
  }
}
