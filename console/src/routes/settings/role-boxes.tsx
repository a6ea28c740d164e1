import { Checkbox } from '@mantine/core'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { useRoleName } from './use-role-name.ts'
import { settingsWords } from './words.ts'

/** Which roles somebody has. */
export function RoleBoxes({
  chosen,
  change,
}: {
  readonly chosen: readonly string[]
  readonly change: (roles: readonly string[]) => void
}) {
  const words = useWords(settingsWords)
  const roles = useCall('listRoles')
  const nameOf = useRoleName()
  return (
    <fieldset className="role-boxes">
      <legend>{words.roles}</legend>
      <Loaded query={roles} lines={4}>
        {(rows) =>
          rows.map((role) => (
            <Checkbox
              key={role.key}
              label={nameOf(role).name}
              description={nameOf(role).does}
              checked={chosen.includes(role.key)}
              onChange={(event) =>
                change(
                  event.currentTarget.checked
                    ? [...chosen, role.key]
                    : chosen.filter((one) => one !== role.key),
                )
              }
            />
          ))
        }
      </Loaded>
    </fieldset>
  )
}
