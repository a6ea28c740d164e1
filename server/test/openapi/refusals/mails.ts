import { sql } from '../../../src/database/index.ts'
import { managerOn } from '../../builders/manager.ts'
import {
  deliveryReport,
  forwardReport,
  returnAddressOf,
  sentUnseen,
  waitingMail,
} from '../../builders/mails.ts'
import { maskedKey } from '../../builders/restricted.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const server = '/manage/mail_server'
const from = 'service@insurer.example'

const addresses = '/manage/suppressed_addresses'
const nobodys = `${addresses}/sup_01b0acc58e20d4a1907be3c25f68`

function suppressionRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const list = (query: string) => () => manager.get(`${addresses}?${query}`)
  return {
    searchSuppressedAddresses: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_reason: list('reason=boredom'),
      invalid_member: list(`address=${'x'.repeat(301)}`),
      personal_data_masked: async () =>
        managerOn(platform, await maskedKey(platform)).get(`${addresses}?address=a@b.example`),
    },
    suppressAddress: {
      invalid_member: () => manager.post(addresses, {}),
      address_already_suppressed: async () => {
        const body = { address: 'twice@insurer.example' }
        await manager.post(addresses, body)
        return manager.post(addresses, body)
      },
      idempotency_key_reused: () =>
        withOneKey(stage, 'suppressAddress', {}, { address: 'it@b.example' }),
    },
    releaseAddress: {
      suppressed_address: () => manager.delete(nobodys),
      idempotency_key_reused: () =>
        withOneKey(stage, 'releaseAddress', { suppressionId: 'sup_1' }, { suppressionId: 'sup_2' }),
    },
  }
}

function reportRefusals({ platform }: Stage): Readonly<Record<string, Refusals>> {
  const forward = (report: string, more?: Parameters<typeof forwardReport>[2]) =>
    forwardReport(platform, report, more)
  const unsigned = `b-01b0acc58e20c17a94f3e60b82d5-${'0'.repeat(32)}@bounces.insurer.example`
  return {
    receiveDeliveryReport: {
      invalid_member: () => forward('x', { query: `?recipient=${'x'.repeat(321)}` }),
      too_large: () => forward('x'.repeat(1024 * 1024 + 1)),
      wrong_media_type: () => forward('x', { type: 'text/html' }),
      no_delivery_report: () => forward('Subject: Out of office\r\n\r\nBack on Monday.\r\n'),
      return_address_unknown: () => forward(deliveryReport({ to: unsigned })),
      return_address_expired: async () => {
        const id = await sentUnseen(platform)
        await platform.db.query(sql`
          update mails set replies = jsonb_set(replies, '{0,at}', '"2020-01-01T00:00:00Z"')
          where id = ${id}`)
        return forward(deliveryReport({ to: await returnAddressOf(platform, id) }))
      },
    },
  }
}

function mailServerRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  return {
    showMailServer: { mail_server_not_found: () => manager.get(server) },
    setMailServer: {
      invalid_member: () => manager.put(server, { url: 'smtps://mail.insurer.example' }),
      mail_server_invalid: () => manager.put(server, { url: 'ftp://mail.example.com', from }),
    },
    removeMailServer: {
      mail_server_not_found: () => manager.delete(server),
      idempotency_key_reused: async () => {
        const send = (ifMatch: string) =>
          stage.platform.app.inject({
            method: 'DELETE',
            url: server,
            headers: {
              authorization: `Bearer ${stage.platform.demo.insurer.test.secret}`,
              'idempotency-key': 'reused by removeMailServer',
              'if-match': ifMatch,
            },
          })
        await send('one')
        return send('another')
      },
    },
    testMailServer: {
      invalid_member: () => manager.post(`${server}/test`, {}),
      mail_server_not_found: () => manager.post(`${server}/test`, { to: from }),
    },
  }
}

/** Of what customers are sent. */
export function mailRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const list = (query: string) => () => managerOn(platform).get(`/manage/mails?${query}`)
  return {
    ...mailServerRefusals(stage),
    ...suppressionRefusals(stage),
    ...reportRefusals(stage),
    searchMails: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_state: list('state=lost'),
      unknown_delivery: list('delivery=lost'),
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
