import { ids, moment } from '../wire/example-ids.ts'
import { accountIds, distributorRequestExample } from '../accounts/examples.ts'

/** A chain of one link. */
export const evidenceExample = {
  insurer_id: 'acc_01b0acc58e2031f5cb6ba6d8b0de',
  livemode: false,
  end: {
    number: 1,
    hash: 'd5b4f1f35f9cf2f9d1a6b3a0a9f0a2f07d6b5e8a3c1e4f7b9d2c6a8e0f1b3d5c',
  },
  links: [
    {
      number: 1,
      kind: 'event',
      record_id: 'evt_01b0acc58e20f0013c788dfafea8',
      record: {
        kind: 'event',
        id: 'evt_01b0acc58e20f0013c788dfafea8',
        type: 'offer.created',
        distributor_id: null,
        subject_id: ids.policy,
        policy_id: ids.policy,
        version_id: ids.policyVersion,
        sequence: 1,
        data_version: 1,
        created_at: '2028-12-31T11:00:00Z',
        clock_at: null,
      },
      content: { status: 'ready', version_id: ids.policyVersion },
      salt: '8f0c2a9d5b7e41638f0c2a9d5b7e4163',
      commitment: '3b1f0d9c7a5e48126f3d9b7c5a1e80424c6d8f0a2b4c6e8091a3b5c7d9e1f203',
      hash: 'd5b4f1f35f9cf2f9d1a6b3a0a9f0a2f07d6b5e8a3c1e4f7b9d2c6a8e0f1b3d5c',
    },
  ],
}

export const auditExample = [
  {
    id: 'aud_01b0acc58e2035f6d162f3bf11f8',
    key_id: accountIds.insurersKey,
    user_id: null,
    session_id: null,
    address: '192.0.2.10',
    request_id: '05218969-06bd-4875-8f3e-3d5adb18c37b',
    action: 'distributor.created',
    subject_id: accountIds.newDistributor,
    before: null,
    after: distributorRequestExample,
    created_at: moment,
  },
]
