import { defineMessages } from '#web/platform/i18n.ts'

export const ogFormMessages = defineMessages(
  {
    create: '新建组织',
    edit: '编辑：{name}',
    created: '已新建“{name}”',
    saved: '已保存“{name}”',
    open: '打开',
    basics: '基本信息',
    site: '网站与监测',
    siteText: '监测只抓取这些入口所在主机上的公开网页。',
    links: '账号与编号',
    access: '访问权限',
    categoryPlaceholder: '选择或新建类别',
  },
  {
    create: 'New organisation',
    edit: 'Edit: {name}',
    created: '“{name}” was created',
    saved: '“{name}” was saved',
    open: 'Open',
    basics: 'Basics',
    site: 'Site and monitoring',
    siteText: 'The monitor fetches only public pages on the hosts of these start URLs.',
    links: 'Accounts and ids',
    access: 'Access',
    categoryPlaceholder: 'Choose or create a category',
  },
)
