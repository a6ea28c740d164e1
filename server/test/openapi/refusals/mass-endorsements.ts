import { sql } from '../../../src/database/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { draftMass } from '../../builders/mass-endorsements.ts'
import { roleKey } from '../../builders/restricted.ts'
import { undocumented } from '../../support/documented-states.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknown = '/manage/mass_endorsements/men_01b0acc58e20000000d72c5f1b94'
const draft = {
  product_id: 'cyber',
  kind: 'tax_rate',
  effective_date: '2029-06-01',
  tax_rate: { from: '19', to: '21' },
  reason: 'The law.',
}

/** Of changes of many policies. */
export function massEndorsementRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const create = (changes: object) =>
    manager.post('/manage/mass_endorsements', { ...draft, ...changes })
  const inState = async (state: string) => {
    const id = await draftMass(platform, 'cyber')
    await platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`update mass_endorsements set state = ${state} where id = ${id}`)
    })
    return `/manage/mass_endorsements/${id}`
  }
  const act = async (state: string, name: string) => {
    const at = await inState(state)
    const refused = await manager.post(`${at}/${name}`, {})
    if (state === 'running') await manager.post(`${at}/stop`, {})
    return refused
  }
  /** While another one of the product runs. */
  const besides = async (state: string, name: string) => {
    const at = await inState(state)
    const other = await inState('running')
    try {
      return await manager.post(`${at}/${name}`, {})
    } finally {
      await manager.post(`${other}/stop`, {})
    }
  }
  const oneKey = (call: string) => () =>
    withOneKey(stage, call, { massEndorsementId: 'men_1' }, { massEndorsementId: 'men_2' })
  const wrong = {
    unknown_outcome: () => manager.get(`${unknown}/results?outcome=lost`),
    mass_endorsement: () => manager.get(`${unknown}/results`),
  }
  return {
    createMassEndorsement: {
      invalid_member: () => create({ effective_date: '2029-06-31' }),
      act_needs_permission: async () => {
        const key = await roleKey(platform, 'mass-without-cancel', [
          { permission: 'mass_endorsements.manage' },
          { permission: 'products.read' },
        ])
        const { tax_rate: _law, ...act } = { ...draft, kind: 'cancellation' }
        return managerOn(platform, key).post('/manage/mass_endorsements', act)
      },
      assignee_unknown: () =>
        create({
          kind: 'task',
          tax_rate: undefined,
          task: { title: 'x', assignee_id: 'usr_01b0acc58e20f3a86c1d7b90e452' },
        }),
      tax_rate_same: () => create({ tax_rate: { from: '19', to: '19' } }),
      mass_endorsement_change_unclear: () => create({ kind: 'indexation' }),
      product: () => create({ product_id: 'pr_01b0acc58e20000000d72c5f1b94' }),
    },
    listMassEndorsements: {
      limit: () => manager.get('/manage/mass_endorsements?limit=0'),
      both_directions: () =>
        manager.get('/manage/mass_endorsements?starting_after=a&ending_before=b'),
    },
    showMassEndorsement: { mass_endorsement: () => manager.get(unknown) },
    previewMassEndorsement: {
      idempotency_key_reused: oneKey('previewMassEndorsement'),
      mass_endorsement: () => manager.post(`${unknown}/preview`, {}),
      mass_endorsement_not_previewable: () => act('running', 'preview'),
    },
    startMassEndorsement: {
      idempotency_key_reused: oneKey('startMassEndorsement'),
      mass_endorsement: () => manager.post(`${unknown}/start`, {}),
      mass_endorsement_not_previewed: () => act('draft', 'start'),
      mass_endorsement_of_product_running: () => besides('previewed', 'start'),
    },
    stopMassEndorsement: {
      idempotency_key_reused: oneKey('stopMassEndorsement'),
      mass_endorsement: () => manager.post(`${unknown}/stop`, {}),
      mass_endorsement_not_running: () => act('done', 'stop'),
    },
    resumeMassEndorsement: {
      idempotency_key_reused: oneKey('resumeMassEndorsement'),
      mass_endorsement: () => manager.post(`${unknown}/resume`, {}),
      mass_endorsement_not_stopped: () => act('done', 'resume'),
      mass_endorsement_of_product_running: () => besides('stopped', 'resume'),
    },
    listMassEndorsementResults: {
      ...wrong,
      limit: () => manager.get(`${unknown}/results?limit=0`),
    },
    exportMassEndorsementResults: {
      unknown_outcome: () => manager.get(`${unknown}/results/export?outcome=lost`),
      mass_endorsement: () => manager.get(`${unknown}/results/export`),
    },
  }
}
