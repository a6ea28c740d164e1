import { expect } from 'vitest'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { demoAccount } from '../../builders/credentials.ts'
import { ownMailServer } from '../../builders/mail-server.ts'
import { dayIn, sentLetter, waitingLetter } from '../../builders/post-letters.ts'
import {
  deliveryReport,
  forwardReport,
  parkedMail,
  returnAddressOf,
  sentMail,
} from '../../builders/mails.ts'
import { managerOn } from '../../builders/manager.ts'
import { webhooksOf } from '../../builders/webhooks.ts'
import { type AuditStage, type Changes, type Made, entry } from './stage.ts'

/** Changes of accounts, keys, roles, tokens, payment providers and webhooks. */
const stripeFields = { secret_key: 'sk_test_12345678', publishable_key: 'pk_test_12345678' }
const shownFields = {
  provider: 'stripe',
  livemode: false,
  fields: { secret_key: '…5678', publishable_key: '…5678' },
}

/** As the log shows it: without the address and the note. */
/** A letter that nobody has posted. */
const waiting = {
  state: 'waiting',
  sent_on: null,
  delivered_on: null,
  returned_on: null,
  evidence: null,
}
const shownSuppression = { reason: 'person', mail_id: null, reply: null }

const shownMailServer = {
  livemode: false,
  address: 'smtps://mail.insurer.example:465',
  user: 'service',
  from: ownMailServer.from,
  dkim: null,
  test_addresses: [],
  bounce_domain: null,
}

export function accountChanges(stage: AuditStage): Changes {
  const { post, earlier, newKey } = stage
  const newWebhook = () => earlier('/manage/webhooks', { url: 'https://crm.example.com/hook' })
  const newRole = (key: string) => ({
    key,
    name: 'Reader',
    grants: [{ permission: 'policies.read' }],
  })
  /** As the log shows it: with the account that has it. */
  const shownRole = async (key: string) => {
    const { id: account_id } = await demoAccount(stage.platform, 'demo-insurance')
    const none = { product_ids: null, distributor_ids: null, test_only: false }
    const grants = [{ permission: 'policies.read', ...none }]
    return { account_id, key, name: 'Reader', description: '', grants }
  }
  /** As the log shows it: without what may be a secret. */
  const shownWebhook = {
    url: 'https://crm.example.com/hook',
    events: ['*'],
    payload: 'thin',
    status: 'enabled',
  }
  return {
    'POST /manage/distributors': async () => ({
      act: async () => {
        const body = { key: 'coast-agents', name: 'Coast Agents' }
        const { id } = await post('/manage/distributors', body)
        return entry('distributor.created', id, null, body)
      },
    }),
    'PUT /manage/distributors/:distributorId/mail_address': async () => {
      const { id } = await post('/manage/distributors', { key: 'lake-agents', name: 'Lake Agents' })
      return {
        act: async () => {
          const body = { email: 'service@lake-agents.example' }
          const path = `/manage/distributors/${id}/mail_address`
          expect((await managerOn(stage.platform).put(path, body)).statusCode).toBe(200)
          return entry('distributor.mail_address_set', id, { email: null }, body)
        },
      }
    },
    'POST /manage/keys': async () => ({
      act: async () => {
        const body = { kind: 'public', livemode: false, name: 'web shop' }
        const key = await post('/manage/keys', body)
        return entry('key.created', key.id, null, described(key))
      },
    }),
    'POST /manage/keys/:keyId/rotate': async () => {
      const old = await newKey()
      return {
        act: async () => {
          const key = await post(`/manage/keys/${old.id}/rotate`, { overlap_hours: 2 })
          return entry('key.rotated', old.id, described(old), described(key))
        },
      }
    },
    'POST /manage/keys/:keyId/revoke': async () => {
      const key = await newKey()
      return {
        act: async () => {
          await post(`/manage/keys/${key.id}/revoke`)
          return entry('key.revoked', key.id, described(key), null)
        },
      }
    },
    'POST /manage/roles': async () => ({
      act: async () => {
        await post('/manage/roles', newRole('made'))
        return entry('role.created', 'made', null, await shownRole('made'))
      },
    }),
    'PATCH /manage/roles/:role': async () => {
      await earlier('/manage/roles', newRole('changed'))
      const before = await shownRole('changed')
      return {
        act: async () => {
          await managerOn(stage.platform).patch('/manage/roles/changed', { name: 'Other' })
          return entry('role.changed', 'changed', before, { ...before, name: 'Other' })
        },
      }
    },
    'DELETE /manage/roles/:role': async () => {
      await earlier('/manage/roles', newRole('deleted'))
      const before = await shownRole('deleted')
      return {
        act: async () => {
          await managerOn(stage.platform).delete('/manage/roles/deleted')
          return entry('role.deleted', 'deleted', before, null)
        },
      }
    },
    'POST /manage/access_tokens': async () => ({
      act: async () => {
        const { id, account_id, name } = await post('/manage/access_tokens', { name: 'form' })
        return entry('access_token.created', id, null, { id, account_id, name })
      },
    }),
    'POST /manage/access_tokens/:tokenId/revoke': async () => {
      const token = await earlier('/manage/access_tokens', { name: 'form' })
      return {
        act: async () => {
          const revoked = await post(`/manage/access_tokens/${token.id}/revoke`)
          const { id, account_id, name } = revoked
          return entry('access_token.revoked', id, { id, account_id, name }, null)
        },
      }
    },
    'POST /manage/payment_providers': async () => {
      const before = { name: 'acme_billing', methods: ['invoice'] }
      await earlier('/manage/payment_providers', before)
      const after = { name: 'acme_billing', methods: ['invoice', 'direct-debit'] }
      return {
        act: async () => {
          await post('/manage/payment_providers', after)
          await post('/manage/payment_providers', after) // Changes nothing.
          return entry('payment_provider.declared', 'acme_billing', before, after)
        },
      }
    },
    'DELETE /manage/payment_providers/:provider': async () => {
      const before = { name: 'acme_invoice', methods: ['invoice'] }
      await earlier('/manage/payment_providers', before)
      return {
        act: async () => {
          const removed = await managerOn(stage.platform).delete(
            '/manage/payment_providers/acme_invoice',
          )
          expect(removed.statusCode).toBe(200)
          return entry('payment_provider.removed', 'acme_invoice', before, null)
        },
      }
    },
    'PUT /manage/payment_providers/:provider/credentials': async () => ({
      act: async () => {
        const set = await managerOn(stage.platform).put(
          '/manage/payment_providers/stripe/credentials',
          { fields: stripeFields },
        )
        expect(set.statusCode).toBe(200)
        return entry('provider_credentials.set', 'stripe', null, shownFields)
      },
    }),
    'DELETE /manage/payment_providers/:provider/credentials': async () => {
      await managerOn(stage.platform).put('/manage/payment_providers/stripe/credentials', {
        fields: stripeFields,
      })
      return {
        act: async () => {
          const removed = await managerOn(stage.platform).delete(
            '/manage/payment_providers/stripe/credentials',
          )
          expect(removed.statusCode).toBe(200)
          return entry('provider_credentials.removed', 'stripe', shownFields, null)
        },
      }
    },
    'POST /manage/delivery_reports': async () => {
      const { platform } = stage
      const id = await sentMail(platform)
      const report = deliveryReport({ to: await returnAddressOf(platform, id) })
      return {
        act: async () => {
          expect((await forwardReport(platform, report)).statusCode).toBe(200)
          await forwardReport(platform, report) // Changes nothing.
          return entry('mail.reported', id, null, { outcome: 'bounced', status: '5.1.1' })
        },
      }
    },
    'POST /manage/suppressed_addresses': async () => ({
      act: async () => {
        const { id } = await post('/manage/suppressed_addresses', {
          address: 'robin@example.com',
          note: 'Asked by telephone.',
        })
        return entry('address.suppressed', id, null, shownSuppression)
      },
    }),
    'DELETE /manage/suppressed_addresses/:suppressionId': async () => {
      const { id } = await earlier('/manage/suppressed_addresses', { address: 'kim@example.com' })
      return {
        act: async () => {
          const path = `/manage/suppressed_addresses/${id}`
          expect((await managerOn(stage.platform).delete(path)).statusCode).toBe(200)
          return entry('address.released', id, shownSuppression, null)
        },
      }
    },
    'PUT /manage/mail_server': async () => ({
      act: async () => {
        const { id } = await demoAccount(stage.platform, 'demo-insurance')
        const set = await managerOn(stage.platform).put('/manage/mail_server', ownMailServer)
        expect(set.statusCode).toBe(200)
        return entry('mail_server.set', id, null, shownMailServer)
      },
    }),
    'DELETE /manage/mail_server': async () => {
      await managerOn(stage.platform).put('/manage/mail_server', ownMailServer)
      return {
        act: async () => {
          const { id } = await demoAccount(stage.platform, 'demo-insurance')
          const removed = await managerOn(stage.platform).delete('/manage/mail_server')
          expect(removed.statusCode).toBe(200)
          return entry('mail_server.removed', id, shownMailServer, null)
        },
      }
    },
    'POST /manage/webhooks': async () => ({
      act: async () => {
        const { id } = await post('/manage/webhooks', {
          url: 'https://crm.example.com/hook?key=s3cr3t',
        })
        return entry('webhook.created', id, null, shownWebhook)
      },
    }),
    'PATCH /manage/webhooks/:webhookId': async () => {
      const { id } = await newWebhook()
      return {
        act: async () => {
          await stage.platform.app.inject({
            method: 'PATCH',
            url: `/manage/webhooks/${id}`,
            headers: { authorization: `Bearer ${stage.platform.demo.insurer.test.secret}` },
            payload: { status: 'disabled' },
          })
          return entry('webhook.changed', id, shownWebhook, { ...shownWebhook, status: 'disabled' })
        },
      }
    },
    'DELETE /manage/webhooks/:webhookId': async () => {
      const { id } = await newWebhook()
      return {
        act: async () => {
          expect((await webhooksOf(stage.platform).send('DELETE', `/${id}`)).statusCode).toBe(200)
          return entry('webhook.deleted', id, shownWebhook, null)
        },
      }
    },
    'POST /manage/webhooks/:webhookId/rotate': async () => {
      const { id } = await newWebhook()
      return {
        act: async () => {
          await post(`/manage/webhooks/${id}/rotate`, {})
          return entry('webhook.secret_rotated', id, shownWebhook, shownWebhook)
        },
      }
    },
    'POST /manage/letters/:letterId/sent': async () => {
      const id = await waitingLetter(stage.platform)
      return {
        act: async () => {
          const date = dayIn(stage.platform)
          await post(`/manage/letters/${id}/sent`, { date })
          const sent = { ...waiting, state: 'sent', sent_on: date }
          return entry('letter.sent', id, waiting, sent)
        },
      }
    },
    'POST /manage/letters/:letterId/delivered': async () => {
      const id = await sentLetter(stage.platform)
      return {
        act: async () => {
          const date = dayIn(stage.platform)
          await post(`/manage/letters/${id}/delivered`, { date, evidence: 'RR1' })
          const sent = { ...waiting, state: 'sent', sent_on: date }
          const arrived = { ...sent, state: 'delivered', delivered_on: date, evidence: 'RR1' }
          return entry('letter.delivered', id, sent, arrived)
        },
      }
    },
    'POST /manage/letters/:letterId/returned': async () => {
      const id = await sentLetter(stage.platform)
      return {
        act: async () => {
          const date = dayIn(stage.platform)
          await post(`/manage/letters/${id}/returned`, { date })
          const sent = { ...waiting, state: 'sent', sent_on: date }
          return entry('letter.returned', id, sent, {
            ...sent,
            state: 'returned',
            returned_on: date,
          })
        },
      }
    },
    'POST /manage/mails/:mailId/resend': async () => {
      const id = await parkedMail(stage.platform)
      return {
        act: async () => {
          await post(`/manage/mails/${id}/resend`, {})
          const before = { state: 'parked', problem: 'A document is still to be made.' }
          return entry('mail.resent', id, before, { state: 'waiting' })
        },
      }
    },
    'POST /manage/webhooks/:webhookId/resend': async () => {
      const { id } = await newWebhook()
      return {
        act: async () => {
          await post(`/manage/webhooks/${id}/resend`, { failed: true })
          return entry('webhook.resent', id, null, { failed: true })
        },
      }
    },
  }
}

/** A key as the log shows it: all but the key itself. */
function described(key: Made): JsonObject {
  const { id, account_id, kind, livemode, name, hint, roles } = key
  return { id, account_id, kind, livemode, name, hint, roles }
}
