import { defineMessages } from '#web/platform/i18n.ts'

export const ogFormMessages = defineMessages(
  {
    create: '新建组织',
    site: '网站与监测',
    siteText: '监测只抓取这些入口所在主机上的公开网页。',
    links: '账号与编号',
    categoryPlaceholder: '选择或新建类别',
  },
  {
    create: 'New organisation',
    site: 'Site and monitoring',
    siteText: 'The monitor fetches only public pages on the hosts of these start URLs.',
    links: 'Accounts and ids',
    categoryPlaceholder: 'Choose or create a category',
  },
)
