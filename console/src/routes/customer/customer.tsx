import type { Customer } from '@bindery/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Page } from '../../frame/page.tsx'
import { useWayBack } from '../../frame/way-back.ts'
import { Empty, Loaded, Status } from '../../frame/states.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from '../policy/kind-words.ts'
import { CustomerDocuments } from './documents.tsx'
import { CustomerStatement } from './statement.tsx'
import { customerWords } from './words.ts'

function CustomerPage() {
  useWayBack()
  const words = useWords(customerWords)
  const { customerId = '' } = useParams({ strict: false })
  const customer = useCall('showCustomer', { params: { customerId } })
  const { data } = customer
  const name = data === undefined ? words.title : `${data.first_name} ${data.last_name}`
  return (
    <Page title={name}>
      <Loaded query={customer} lines={10}>
        {(shown) => <Shown customer={shown} />}
      </Loaded>
    </Page>
  )
}

function Shown({ customer }: { readonly customer: Customer }) {
  const words = useWords(customerWords)
  return (
    <div className="customer-page">
      <p className="quiet policy-under">
        {customer.email} · {words.counted(customer.policies.length)}
        <CopyId id={customer.id} short />
      </p>
      {!customer.is_complete && <p className="quiet">{words.incomplete}</p>}
      <h2>{words.policies}</h2>
      {customer.policies.length === 0 ? (
        <Empty title={words.policies}>{words.noPolicies}</Empty>
      ) : (
        <Policies customer={customer} />
      )}
      <CustomerStatement customerId={customer.id} />
      <h2>{words.documents}</h2>
      <CustomerDocuments customer={customer} />
      <Contacts customer={customer} />
    </div>
  )
}

const tone = {
  paid: 'settled',
  cancelled: 'quiet',
  expired: 'quiet',
  ready: 'attention',
  accepted: 'attention',
} as const

function Policies({ customer }: { readonly customer: Customer }) {
  const words = useWords(customerWords)
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={words.policies}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{words.number}</th>
            <th>{words.status}</th>
            <th>{words.begins}</th>
            <th>{words.ends}</th>
          </tr>
        </thead>
        <tbody>
          {customer.policies.map((policy) => {
            const status = policy.status as keyof typeof tone // The statuses of policies.
            return (
              <tr key={policy.policy_id}>
                <td>
                  <Link to="/policies/$policyId" params={{ policyId: policy.policy_id }}>
                    {policy.insurer_policy_id}
                  </Link>
                </td>
                <td>
                  <Status tone={tone[status]}>{kinds.status[status]}</Status>{' '}
                  {!policy.is_held && <span className="quiet">{words.passedOn}</span>}
                </td>
                <td>{day(policy.start_date)}</td>
                <td>{policy.end_date === null ? words.openEnded : day(policy.end_date)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Contacts({ customer }: { readonly customer: Customer }) {
  const words = useWords(customerWords)
  return (
    <>
      <h2>{words.contacts}</h2>
      <dl className="values">
        <div>
          <dt>{words.name}</dt>
          <dd>
            <bdi>{`${customer.first_name} ${customer.last_name}`}</bdi>
          </dd>
        </div>
        <div>
          <dt>{words.email}</dt>
          <dd>{customer.email}</dd>
        </div>
        {customer.customer_ids.length > 1 && (
          <div>
            <dt>{words.joined}</dt>
            <dd>
              {customer.customer_ids
                .filter((id) => id !== customer.id)
                .map((id) => (
                  <CopyId key={id} id={id} />
                ))}
            </dd>
          </div>
        )}
        {customer.same_email.length > 0 && (
          <div>
            <dt>{words.sameEmail}</dt>
            <dd>
              {customer.same_email.map((one) => (
                <Link key={one.id} to="/customers/$customerId" params={{ customerId: one.id }}>
                  <bdi>{`${one.first_name} ${one.last_name}`}</bdi>
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

export { CustomerPage as page }
