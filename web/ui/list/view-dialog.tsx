import { Checkbox, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { Role } from '#contract/role.ts'
import { roles } from '#contract/role.ts'
import { createView, updateView, type View, viewScopes, viewSharers } from '#contract/view.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { useUser } from '#web/platform/session.ts'
import { changeListSetting } from '#web/platform/setting.ts'
import { GroupPicker } from '#web/ui/picker/group-picker.tsx'
import { viewSearch } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'
import type { ViewEntity } from './use-views.ts'

type Props = { list: ListModel<unknown>; view: View | undefined; onClose: () => void }
type Values = {
  name: string
  scope: View['scope']
  roles: Role[]
  groups: number[]
  columns: boolean
  isDefault: boolean
}

const scopeKeys = { private: 'scopePrivate', role: 'scopeRole', group: 'scopeGroup', shared: 'scopeShared' } as const

/** Saves the present list as a new view, or changes the name and sharing of one. */
export default function ViewDialog({ list, view, onClose }: Props) {
  const t = useT(listMessages)
  const roleName = useT(roleMessages)
  const [form] = Form.useForm<Values>()
  const mayShare = viewSharers.includes(useUser().role)
  const [isSaving, setIsSaving] = useState(false)
  const { name: listName, noun } = list.config

  async function save(values: Values) {
    setIsSaving(true)
    const { name, scope } = values
    const shared = {
      ...{ name, scope, roles: scope === 'role' ? values.roles : [] },
      groups: scope === 'group' ? values.groups : [],
    }
    const state = {
      search: viewSearch(list.state, list.shape),
      ...(values.columns && { columns: list.columns.shown }),
    }
    try {
      const saved = view
        ? await call(updateView, { params: { id: view.id }, body: { rev: view.rev, ...shared } })
        : await call(createView, { body: { noun: noun as ViewEntity, ...shared, state } })
      await refresh('view')
      if (!view) {
        changeListSetting(listName, values.isDefault ? { default_view: saved.id } : {})
        list.change({ view: String(saved.id) }, { replace: true })
      }
      notifySuccess(t('viewSaved'))
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors.filter(each => each.path !== '') : []
      const text = fields.find(each => each.path === 'name')?.message ?? errorText(error)
      form.setFields([{ name: 'name', errors: [text] }])
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Modal
      open
      title={view ? t('editNamed', { name: view.name }) : t('viewSaveAs')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isSaving}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        disabled={isSaving}
        initialValues={{
          name: view?.name ?? '',
          scope: view?.scope ?? 'private',
          roles: view?.roles ?? [],
          groups: view?.groups ?? [],
          columns: true,
          isDefault: false,
        }}
        onFinish={values => void save(values)}
      >
        <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, max: 60 }]}>
          <Input maxLength={60} autoFocus />
        </Form.Item>
        <Form.Item name="scope" label={t('viewScope')} hidden={!mayShare}>
          <Radio.Group options={viewScopes.map(value => ({ value, label: t(scopeKeys[value]) }))} />
        </Form.Item>
        <Form.Item noStyle shouldUpdate={(before, after) => before.scope !== after.scope}>
          {({ getFieldValue }) =>
            getFieldValue('scope') === 'role' && (
              <Form.Item name="roles" label={t('viewRoles')} rules={[{ required: true, type: 'array', min: 1 }]}>
                <Checkbox.Group options={roles.map(value => ({ value, label: roleName(value) }))} />
              </Form.Item>
            )
          }
        </Form.Item>
        <Form.Item noStyle shouldUpdate={(before, after) => before.scope !== after.scope}>
          {({ getFieldValue }) =>
            getFieldValue('scope') === 'group' && (
              <Form.Item name="groups" label={t('viewGroups')} rules={[{ required: true, type: 'array', min: 1 }]}>
                <GroupPicker />
              </Form.Item>
            )
          }
        </Form.Item>
        {!view && (
          <>
            <Form.Item name="columns" valuePropName="checked" noStyle>
              <Checkbox>{t('viewColumns')}</Checkbox>
            </Form.Item>
            <br />
            <Form.Item name="isDefault" valuePropName="checked" noStyle>
              <Checkbox>{t('viewIsDefault')}</Checkbox>
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
}
