import { useMutation } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { createRelation, type RelationType, relationTypes } from '#contract/relation.api.ts'
import { personSource } from '#web/features/person/person.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { relationMessages } from './messages.ts'
import { typeNames } from './type-names.ts'

type Values = {
  person_id: number | null
  type: RelationType
  desc?: string
  start_time?: string
  end_time?: string
}
const fields = ['person_id', 'type', 'desc', 'start_time', 'end_time'] as const

/** Adds a relation of this person without leaving the graph. */
export function AddRelation({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT(relationMessages)
  const typeName = useT(typeNames)
  const [form] = Form.useForm<Values>()
  const saving = useMutation({
    mutationFn: async ({ person_id, type, desc, start_time, end_time }: Values) => {
      const written = { desc: desc || null, start_time: start_time || null, end_time: end_time || null }
      await call(createRelation, { params: { id }, body: { person_id: person_id ?? 0, type, ...written } })
      await refresh('person', 'og', 'relation')
    },
    onSuccess: () => {
      notifySuccess(t('added'))
      onClose()
    },
    onError: error => {
      if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) return
      const named = error.errors.filter(({ path }) => fields.some(field => field === path))
      form.setFields(
        named.length > 0
          ? named.map(({ path, message }) => ({ name: path as keyof Values, errors: [message] }))
          : [{ name: 'type', errors: [errorText(error)] }],
      )
    },
  })
  return (
    <Modal
      open
      title={t('add')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={saving.isPending}
      onOk={form.submit}
      onCancel={onClose}
      width={480}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ person_id: null, type: 'colleague' }}
        onFinish={values => saving.mutate(values)}
      >
        <Form.Item name="person_id" label={t('person')} rules={[{ required: true, message: t('choosePerson') }]}>
          <Picked label={t('person')} />
        </Form.Item>
        <Form.Item name="type" label={t('isWhat')} rules={[{ required: true }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={relationTypes.map(type => ({ value: type, label: typeName(type) }))}
          />
        </Form.Item>
        <Form.Item name="desc" label={t('description')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
        </Form.Item>
        <Form.Item name="start_time" label={t('start')} extra={t('dateHint')}>
          <Input maxLength={10} />
        </Form.Item>
        <Form.Item name="end_time" label={t('end')}>
          <Input maxLength={10} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

type PickedProps = { id?: string; label: string; value?: number | null; onChange?: (value: number | null) => void }

function Picked({ id, label, value = null, onChange }: PickedProps) {
  return (
    <RecordPicker
      source={personSource}
      value={value}
      onChange={next => onChange?.(next)}
      aria-label={label}
      {...(id && { id })}
      style={{ width: '100%' }}
    />
  )
}
