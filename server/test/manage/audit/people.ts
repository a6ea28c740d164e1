import { expect } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import { setUpApp } from '../../builders/authenticator-app.ts'
import { demoAccount } from '../../builders/credentials.ts'
import { managerOn } from '../../builders/manager.ts'
import { browserOn, goodPassword, newPerson } from '../../builders/people.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type AuditStage, type Changes, entry } from './stage.ts'

/** Changes of people, and of how they sign in. */
export function peopleChanges(stage: AuditStage): Changes {
  const { post } = stage
  /** As the log shows it: without its secret. */
  const newProvider = async () => {
    const { id: insurer } = await demoAccount(stage.platform, 'demo-insurance')
    const before = {
      issuer: 'https://login.example.com',
      client_id: 'bindery',
      scopes: ['openid', 'email'],
      group_claim: 'groups',
      group_roles: { desk: ['service'] },
      default_roles: [],
      just_in_time: true,
      enforced: false,
    }
    await managerOn(stage.platform).put('/manage/single_sign_on', {
      ...before,
      client_secret: 'hunter2',
    })
    stage.platform.clock.advance({ seconds: 1 })
    return { before, insurer }
  }
  /** A person who is signed in, and as the log shows them. */
  const somebody = async (name: string) => {
    const { id, email, accountId } = await newPerson(stage.platform, { name, roles: ['viewer'] })
    const browser = browserOn(stage.platform)
    const signedIn = await browser.signIn(email)
    const { session } = signedIn.json<{ session: { id: string } }>()
    const shown = { account_id: accountId, email, name, roles: ['viewer'] }
    return { id, email, browser, session_id: session.id, shown }
  }

  return {
    'POST /manage/users': async () => ({
      act: async () => {
        const body = { email: 'new@example.com', name: 'New', roles: ['viewer'] }
        const { id, account_id } = await post('/manage/users', body)
        return entry('user.invited', id, null, { account_id, ...body })
      },
    }),
    'PATCH /manage/users/:userId': async () => {
      const { id, shown } = await somebody('With Roles')
      return {
        act: async () => {
          await managerOn(stage.platform).patch(`/manage/users/${id}`, { roles: ['service'] })
          return entry('user.roles_changed', id, shown, { ...shown, roles: ['service'] })
        },
      }
    },
    'POST /manage/users/:userId/remove': async () => {
      const { id, shown } = await somebody('To Remove')
      return {
        act: async () => {
          await post(`/manage/users/${id}/remove`)
          return entry('user.removed', id, shown, null)
        },
      }
    },
    'POST /manage/users/:userId/deactivate': async () => {
      const { id, shown } = await somebody('To Deactivate')
      return {
        act: async () => {
          await post(`/manage/users/${id}/deactivate`)
          return entry('user.deactivated', id, shown, shown)
        },
      }
    },
    'POST /manage/users/:userId/reactivate': async () => {
      const { id, shown } = await somebody('To Reactivate')
      await post(`/manage/users/${id}/deactivate`)
      return {
        act: async () => {
          await post(`/manage/users/${id}/reactivate`)
          return entry('user.reactivated', id, shown, shown)
        },
      }
    },
    'POST /manage/users/:userId/reset_link': async () => {
      const { id } = await somebody('To Reset')
      return {
        act: async () => {
          await post(`/manage/users/${id}/reset_link`)
          const expires_at = stage.platform.clock().add({ hours: 1 }).toString()
          return entry('link.created', id, null, { kind: 'reset', expires_at })
        },
      }
    },
    'POST /manage/users/:userId/email_link': async () => {
      const { id, email } = await somebody('To Confirm')
      const browser = browserOn(stage.platform)
      await browser.signIn(email)
      const body = { current_password: goodPassword, email: 'confirmed@example.com' }
      await browser.send('POST', '/manage/me/email', { body })
      const expires_at = stage.platform.clock().add({ hours: 24 }).toString()
      return {
        act: async () => {
          await post(`/manage/users/${id}/email_link`, { address: 'new' })
          return entry('link.created', id, null, { kind: 'email_new', expires_at })
        },
      }
    },
    'DELETE /manage/users/:userId/second_factor': async () => {
      const { id, browser, shown } = await somebody('Without Telephone')
      await setUpApp(stage.platform, browser)
      return {
        act: async () => {
          await managerOn(stage.platform).delete(`/manage/users/${id}/second_factor`)
          return entry('user.second_factor_removed', id, shown, shown)
        },
      }
    },
    'POST /manage/users/:userId/end_sessions': async () => {
      const { id, session_id } = await somebody('To Sign Out')
      return {
        act: async () => {
          await post(`/manage/users/${id}/end_sessions`)
          return entry('session.ended', id, null, { session_id })
        },
      }
    },
    'POST /manage/users/:userId/sessions/:sessionId/end': async () => {
      const { id, session_id } = await somebody('To Sign Out Once')
      return {
        act: async () => {
          await post(`/manage/users/${id}/sessions/${session_id}/end`)
          return entry('session.ended', id, null, { session_id })
        },
      }
    },
    'PATCH /manage/sign_in_rules': async () => {
      const { id } = await demoAccount(stage.platform, 'demo-insurance')
      return {
        act: async () => {
          const rules = { requires_second_factor: true }
          await managerOn(stage.platform).patch('/manage/sign_in_rules', rules)
          return entry('sign_in_rules.changed', id, { requires_second_factor: false }, rules)
        },
      }
    },
    'PATCH /manage/approval_rules': async () => {
      const { platform } = stage
      const { id } = await demoAccount(platform, 'demo-insurance')
      for (const name of ['Deciding One', 'Deciding Two']) await newPerson(platform, { name })
      return {
        act: async () => {
          const rules = [{ act: 'refunds', above: [{ amount: 500, currency: 'eur' }] }]
          await managerOn(platform).patch('/manage/approval_rules', { rules })
          await platform.db.query(sql`delete from approval_rules`)
          const after = { rules: [{ act: 'refunds', above: { eur: 500 } }] }
          return entry('approval_rules.changed', id, { rules: [] }, after)
        },
      }
    },
    'PUT /manage/single_sign_on': async () => {
      const { before, insurer } = await newProvider()
      return {
        act: async () => {
          await managerOn(stage.platform).put('/manage/single_sign_on', {
            ...before,
            enforced: true,
          })
          return entry('single_sign_on.configured', insurer, before, { ...before, enforced: true })
        },
      }
    },
    'DELETE /manage/single_sign_on': async () => {
      const { before, insurer } = await newProvider()
      return {
        act: async () => {
          await managerOn(stage.platform).delete('/manage/single_sign_on')
          return entry('single_sign_on.removed', insurer, before, null)
        },
      }
    },
  }
}

/** Whatever only people do for themselves. */
export const actsOfAPerson = async (platform: TestPlatform) => {
  const { id, email, accountId } = await newPerson(platform, { name: 'Acting', roles: ['viewer'] })
  const browser = browserOn(platform)
  const send = async (method: 'POST' | 'PATCH', url: string, body: object = {}) => {
    const answer = await browser.send(method, url, { body })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<{ id: string }>()
  }
  await browser.signIn(email, 'wrong')
  await browser.signIn(email)
  await send('PATCH', '/manage/me', { name: 'Acted' })
  const token = { account_id: accountId, livemode: false, name: 'x' }
  await send(
    'POST',
    `/manage/me/tokens/${(await send('POST', '/manage/me/tokens', token)).id}/revoke`,
  )
  const current_password = goodPassword
  await send('POST', '/manage/me/email', { current_password, email: 'acted@example.com' })
  for (const address of ['old', 'new']) {
    const made = await managerOn(platform).post(`/manage/users/${id}/email_link`, { address })
    const secret = made.json<{ link: string }>().link.split('=').at(-1)
    await send('POST', '/manage/links/confirm_email', { secret })
  }
  const password = 'nine quiet herons count boats'
  await send('POST', '/manage/me/password', { current_password, password })
  await send('POST', '/manage/password_resets', { email: 'acted@example.com' })
}
