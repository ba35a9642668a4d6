import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const settingMessages = defineMessages({
  title: ['页面设置', 'Settings'],
  content: ['内容区域', 'Content'],
  other: ['其他设置', 'Other'],
  navbar: ['导航栏', 'Navbar'],
  menu: ['菜单栏', 'Menu'],
  topMenu: ['顶部菜单', 'Top menu'],
  footer: ['底部', 'Footer'],
  tabBar: ['多页签', 'Tab bar'],
  firstSteps: ['起步步骤', 'First steps'],
  menuFromServer: ['菜单来源于后台', 'Menu from server'],
  menuWidth: ['菜单宽度 (px)', 'Menu width (px)'],
  colorWeak: ['色弱模式', 'Colour-blind mode'],
  themeColor: ['主题色', 'Theme colour'],
  system: [words['zh-CN'].followSystem, 'System'],
  copy: ['复制配置', 'Copy settings'],
  copied: ['配置已复制到剪贴板', 'Settings copied to the clipboard'],
  copyFailed: ['无法访问剪贴板，请手动复制', 'The clipboard is not accessible; copy manually'],
  copyManual: ['请复制以下配置', 'Copy these settings'],
  hint: [
    '这些设置只对您自己生效，并随您的账号保存。',
    'These settings apply only to you and are saved with your account.',
  ],
  hintOutside: ['登录后，这些设置会保存到您的账号。', 'Once you log in, these settings are saved with your account.'],
})
