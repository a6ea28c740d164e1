import { Checkbox } from '@mantine/core'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
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
  return (
    <fieldset className="role-boxes">
      <legend>{words.roles}</legend>
      <Loaded query={roles} lines={4}>
        {(rows) =>
          rows.map(({ key, name, description }) => (
            <Checkbox
              key={key}
              label={name}
              description={description}
              checked={chosen.includes(key)}
              onChange={(event) =>
                change(
                  event.currentTarget.checked
                    ? [...chosen, key]
                    : chosen.filter((one) => one !== key),
                )
              }
            />
          ))
        }
      </Loaded>
    </fieldset>
  )
}
