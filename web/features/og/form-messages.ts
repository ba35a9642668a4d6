import { defineMessages } from '#web/platform/i18n.ts'

export const ogFormMessages = defineMessages({
  create: ['新建组织', 'New organisation'],
  site: ['网站与监测', 'Site and monitoring'],
  siteText: [
    '监测只抓取这些入口所在主机上的公开网页。',
    'Only public pages on the hosts of these start URLs are fetched.',
  ],
  watch: ['保存后立即抓取，并按计划监测', 'Fetch once saved, then on schedule'],
  watchHint: [
    '关闭则只保存网址，以后可在“网站监测”中开启',
    'If off, the addresses are saved but not fetched. You can turn it on later under “Site monitoring”',
  ],
  fetching: ['已开始抓取“{name}”的网站', 'Started fetching the site of “{name}”'],
  showFetch: ['查看进度', 'Show progress'],
  links: ['账号与编号', 'Accounts and ids'],
  categoryPlaceholder: ['选择或新建类别', 'Choose or create a category'],
})
