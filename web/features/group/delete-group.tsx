import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import type { Group } from '#contract/group.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { useVisibleGroups } from '#web/ui/picker/visible-users.ts'
import { removeGroup } from './group.ts'
import { groupMessages } from './messages.ts'

/** Deletes a group; another takes its place on access lists that name only it. */
export function DeleteGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useT(groupMessages)
  const { groups, groupName } = useVisibleGroups()
  const [heir, setHeir] = useState<number>()
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const options = groups
    .filter(each => each.id !== group.id)
    .map(each => ({ value: each.id, label: groupName(each.id) }))

  async function remove() {
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      await removeGroup(group.id, heir)
      notifySuccess(t('deletedNamed', { name: group.name }))
      onClose()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('deleteTitle', { name: group.name })}
      okText={t('delete')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: true, loading: isBusy }}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <p className="below-4 quiet">{t('deleteText')}</p>
      <Form className="below-5" layout="vertical">
        <Form.Item label={t('heir')} htmlFor="heir" validateStatus={fault ? 'error' : ''} help={fault || t('heirHint')}>
          <Select
            id="heir"
            allowClear
            value={heir}
            onChange={setHeir}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
