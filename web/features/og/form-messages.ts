import { defineMessages } from '#web/platform/i18n.ts'

export const ogFormMessages = defineMessages(
  {
    create: '新建组织',
    site: '网站与监测',
    siteText: '监测只抓取这些入口所在主机上的公开网页。',
    watch: '保存后立即抓取，并按计划监测',
    watchHint: '关闭后只保存网址，以后可在“网站监测”中打开',
    fetching: '已开始抓取“{name}”的网站',
    showFetch: '查看进度',
    links: '账号与编号',
    categoryPlaceholder: '选择或新建类别',
  },
  {
    create: 'New organisation',
    site: 'Site and monitoring',
    siteText: 'The monitor fetches only public pages on the hosts of these start URLs.',
    watch: 'Fetch once saved, then on schedule',
    watchHint: 'Off: only the addresses are saved. Turn it on later under Site monitoring',
    fetching: 'The site of “{name}” is being fetched',
    showFetch: 'Show progress',
    links: 'Accounts and ids',
    categoryPlaceholder: 'Choose or create a category',
  },
)
