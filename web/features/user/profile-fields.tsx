import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { Field } from '#web/ui/form/field.tsx'
import { IconField } from '#web/ui/form/icon-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { userFieldMessages } from './messages.ts'

/** Fields that both the user and an administrator can write. */
export function ProfileFields({ nameHint, afterEmail }: { nameHint?: ReactNode; afterEmail?: ReactNode }) {
  const label = useT(userFieldMessages)
  return (
    <>
      <IconField name="avatar" label={label('avatar')} />
      <TextField name="name" label={label('name')} isNullable={false} hint={nameHint} />
      <TextField name="email" label={label('email')} isNullable={false} autoComplete="email" />
      {afterEmail}
      <TextField name="phone" label={label('phone')} isNullable={false} autoComplete="tel" />
      <Field name="desc" label={label('desc')} isWide>
        {({ value, set, blur, control }) => (
          <Input.TextArea
            {...control}
            value={String(value ?? '')}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
    </>
  )
}
