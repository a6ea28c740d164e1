import type { RowOf } from '@bindery/sdk'
import { useState } from 'react'
import { ChoiceField, LongField, TextField } from '../../act/fields.tsx'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useCall } from '../../api/use-call.ts'
import { useWords } from '../../words/language.ts'
import { LimitBoxes } from './limit-boxes.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'
import { type Limits, limitedGrant, limitsOf } from './role-limits.ts'
import { roleWords } from './role-words.ts'
import { useRoleName } from './use-role-name.ts'

type Role = RowOf<'listRoles'>
type Grants = Role['grants']

/** A role of the account: a new one, or what is to change in one. */
export function RoleForm({
  role,
  onClose,
}: {
  readonly role: Role | null
  readonly onClose: () => void
}) {
  const words = useWords(roleWords)
  const nameOf = useRoleName()
  const { data: roles = [] } = useCall('listRoles')
  const [name, setName] = useState(role?.name ?? '')
  const [ownKey, setKey] = useState<string | null>(null)
  const [description, setDescription] = useState(role?.description ?? '')
  const [from, setFrom] = useState('')
  const [chosen, setGrants] = useState<Grants>(role?.grants ?? [])
  const { data: permissions = [] } = useCall('listPermissions')
  const [ownLimits, setLimits] = useState<Limits | null>(null)
  const limits = ownLimits ?? limitsOf(chosen, permissions)
  const grants =
    ownLimits === null
      ? chosen
      : permissions
          .filter(({ permission }) => chosen.some((one) => one.permission === permission))
          .map((one) => limitedGrant(one, ownLimits))
  const key = ownKey ?? keyOf(name)
  const isReady = name.trim() !== '' && grants.length > 0 && (role !== null || key !== '')
  const body = { name: name.trim(), description: description.trim(), grants: [...grants] }
  const fields = (
    <>
      <TextField label={words.name} isFirst value={name} onChange={setName} />
      {role === null && (
        <TextField label={words.key} description={words.keyHint} value={key} onChange={setKey} />
      )}
      <LongField
        label={words.description}
        isOptional
        value={description}
        onChange={setDescription}
      />
      {role === null && (
        <ChoiceField
          label={words.beginWith}
          value={from}
          onChange={(next) => {
            setFrom(next)
            setGrants(roles.find((one) => one.key === next)?.grants ?? [])
            setLimits(null)
          }}
          choices={[
            { value: '', label: words.nothing },
            ...roles.map((one) => ({ value: one.key, label: nameOf(one).name })),
          ]}
        />
      )}
      <LimitBoxes limits={limits} change={setLimits} />
      <PermissionBoxes grants={grants} limits={limits} change={setGrants} />
    </>
  )
  if (role === null) {
    return (
      <FormSheet
        title={words.create}
        id="createRole"
        verb={words.created}
        request={isReady ? { body: { ...body, key } } : null}
        onClose={onClose}
      >
        {fields}
      </FormSheet>
    )
  }
  return (
    <FormSheet
      title={words.change}
      id="changeRole"
      verb={words.save}
      request={isReady ? { params: { role: role.key }, body } : null}
      onClose={onClose}
    >
      <p className="quiet">{words.changeHint}</p>
      {fields}
    </FormSheet>
  )
}

/** `Cyber desk` as programs write it. */
function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
}
