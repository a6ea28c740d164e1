import { managerOn } from '../../builders/manager.ts'
import { waitingMail } from '../../builders/mails.ts'
import { maskedKey } from '../../builders/restricted.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

/** Of what customers are sent. */
export function mailRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const list = (query: string) => () => managerOn(platform).get(`/manage/mails?${query}`)
  return {
    searchMails: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_state: list('state=lost'),
      invalid_member: list(`state=${'x'.repeat(301)}`),
    },
    showMail: {
      mail: () => managerOn(platform).get('/manage/mails/mai_01b0acc58e20c17a94f3e60b82d5'),
      personal_data_masked: async () => {
        const id = await waitingMail(platform)
        return managerOn(platform, await maskedKey(platform)).get(`/manage/mails/${id}`)
      },
    },
    resendMail: {
      mail: () => managerOn(platform).post('/manage/mails/mai_01b0acc58e20c17a94f3e60b82d5/resend'),
      mail_not_parked: async () =>
        managerOn(platform).post(`/manage/mails/${await waitingMail(platform)}/resend`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'resendMail', { mailId: 'mai_1' }, { mailId: 'mai_2' }),
    },
  }
}
