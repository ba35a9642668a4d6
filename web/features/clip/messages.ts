import { defineMessages } from '#web/platform/i18n.ts'

export const clipMessages = defineMessages({
  title: ['采集网页', 'Clip a page'],
  text: [
    '把您在浏览器中看到的网页（包括登录后的网页）存为其版本，并与之前的版本比较。',
    'Stores a page as you see it in your browser, also behind a login, as a version of the page, and compares it with the version before.',
  ],
  waiting: [
    '正在等待网页。请在要采集的网页上点按书签“{name}”。',
    'Waiting for a page. Press the bookmark “{name}” on the page that you want to clip.',
  ],
  bookmark: ['采集到 Og', 'Clip to Og'],
  install: [
    '把此按钮拖到浏览器的书签栏，然后在组织网站的网页上点按它；在打开的窗口中确认后即保存：',
    'Drag this button to the bookmarks bar of your browser, then press it on a page of an organisation’s site. A window opens, in which you confirm:',
  ],
  dragIt: ['请拖到书签栏。', 'Drag it to the bookmarks bar.'],
  isolated: [
    '此网站与其打开的窗口隔离，书签无法传送网页。请用 SingleFile 扩展保存网页，再在组织的“网站”中上传。',
    'This site isolates the windows that it opens, so the bookmark cannot hand the page over. Save it with the SingleFile extension and upload the file on the site tab of the organisation.',
  ],
  open: ['打开采集窗口', 'Open the clip window'],
  address: ['网址', 'Address'],
  sizeOf: ['{count} 个字符', '{count} characters'],
  selection: ['选中的文字', 'Selected text'],
  unread: [
    '其他网站的 {count} 个框架无法读取，其文字不在采集内容中。',
    'Frames of other sites that could not be read: {count}. Their text is not part of the clip.',
  ],
  noOg: [
    '没有您可编辑的组织以 {host} 为网站。请先把它设为组织的网站地址或起始网址，再采集。',
    'No organisation that you may edit has {host} as its site. Add it as the website or a start URL of an organisation, then clip again.',
  ],
  store: ['保存为版本', 'Store as a version'],
  added: ['已保存为新版本。', 'Stored as a new version.'],
  first: ['这是此网页的第一个版本。', 'It is the first version of this page.'],
  same: ['与上一个版本的文字相同，没有变化。', 'The text equals that of the version before: nothing changed.'],
  compare: ['与之前的版本比较', 'Compare with the version before'],
  show: ['查看版本', 'Show the version'],
  refused: ['未保存：{why}', 'Not stored: {why}'],
  out_of_scope: ['网址不属于此组织的网站。', 'the address does not belong to the site of this organisation.'],
  refused_rule: ['站点规则或用户停止了此网页。', 'a rule of the site, or a user, has stopped this page.'],
  challenge: ['网页是登录、验证或错误页面。', 'the page is a login, challenge or error page.'],
  status: ['网页写明它不存在。', 'the page says that it does not exist.'],
  clipTooLarge: ['网页超过此站点允许的大小。', 'the page is larger than this site allows.'],
  unreadable: ['网页无法读取。', 'the page cannot be read.'],
})
