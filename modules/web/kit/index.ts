export { brandCss, brandTokens, defaultBrand } from './brand.ts'
export { Button, type ButtonProps } from './buttons/Button.tsx'
export { IconButton, type IconButtonProps, IconLink, type IconLinkProps } from './buttons/IconButton.tsx'
export { LinkButton, type LinkButtonProps } from './buttons/LinkButton.tsx'
export { type ButtonSize, type ButtonVariant, buttonClass } from './buttons/styles.ts'
export { contrast } from './color.ts'
export { cx } from './cx.ts'
export { CommandDialog, type CommandDialogProps } from './dialogs/CommandDialog.tsx'
export { Dialog, DialogClose, type DialogProps } from './dialogs/Dialog.tsx'
export { Flyout, type FlyoutProps } from './dialogs/Flyout.ts'
export { FullScreen, type FullScreenProps } from './dialogs/FullScreen.tsx'
export { restoreFocus, useFocusFallback } from './dialogs/focus-fallback.ts'
export { Popover, type PopoverProps } from './dialogs/Popover.tsx'
export { Sheet, type SheetProps } from './dialogs/Sheet.ts'
export { useCloseGesture } from './dialogs/useCloseOnBack.ts'
export { Avatar, type AvatarProps } from './display/Avatar.tsx'
export { Card, type CardProps } from './display/Card.tsx'
export { Kbd } from './display/Kbd.tsx'
export { isMac } from './display/key-names.ts'
export { Tooltip } from './display/Tooltip.tsx'
export { VisuallyHidden } from './display/VisuallyHidden.tsx'
export { useFeedback } from './feedback/FeedbackContext.ts'
export {
  type AlertInput,
  type ConfirmInput,
  createFeedback,
  type Feedback,
  type ProcessingInput,
  type ToastInput,
  type ToastKind,
} from './feedback/feedback.ts'
export { KitProvider, type KitProviderProps } from './feedback/KitProvider.tsx'
export { Calendar, type CalendarProps } from './fields/Calendar.tsx'
export { Checkbox, type CheckboxProps } from './fields/Checkbox.tsx'
export { ChipsField, type ChipsFieldProps } from './fields/ChipsField.tsx'
export { CopyButton, CopyField } from './fields/CopyField.tsx'
export { boxClass, type ControlAria, Field, type FieldProps } from './fields/Field.tsx'
export {
  type Choice,
  RadioGroup,
  type RadioGroupProps,
  SegmentedControl,
  type SegmentedControlProps,
} from './fields/RadioGroup.tsx'
export { SearchSelect, type SearchSelectProps } from './fields/SearchSelect.tsx'
export { type Option, Select, type SelectProps } from './fields/Select.tsx'
export { Switch, type SwitchProps } from './fields/Switch.tsx'
export { TextArea, type TextAreaProps } from './fields/TextArea.tsx'
export { TextField, type TextFieldProps } from './fields/TextField.tsx'
export { Emoji, type EmojiProps, type EmojiType, EmojiTypeContext } from './files/Emoji.tsx'
export { FileIcon, type FileIconProps } from './files/FileIcon.tsx'
export { addFileIcons, fileIconSprite } from './files/file-icon-sprite.ts'
export { type FileKind, fileKind, fileKinds } from './files/fileKind.ts'
export { type FolderColor, folderColor, folderColors, folderEdge } from './files/folderColors.ts'
export { Icon } from './icon.tsx'
export { lazyComponent, usePrefetch } from './lazy-component.tsx'
export { loadWithRetry } from './load-with-retry.ts'
export { ContextMenu, type ContextMenuProps } from './menus/ContextMenu.tsx'
export { Menu, type MenuProps } from './menus/Menu.tsx'
export { MenuSheet, type MenuSheetProps } from './menus/MenuSheet.ts'
export type { MenuEntries, MenuEntry, MenuGroup, MenuItem, MenuSeparator } from './menus/types.ts'
export { Badge, type BadgeProps, Chip, type ChipProps } from './status/Badge.tsx'
export { Callout, type CalloutProps } from './status/Callout.tsx'
export { EmptyState, type EmptyStateProps } from './status/EmptyState.tsx'
export { Progress, type ProgressProps, ProgressRing } from './status/Progress.tsx'
export { Skeleton, type SkeletonProps } from './status/Skeleton.tsx'
export { Spinner } from './status/Spinner.tsx'
export type { Tone } from './status/tones.ts'
export type { IconType } from './types.ts'
export { useEnterAfterResults } from './useEnterAfterResults.ts'
export { useListFocus } from './useListFocus.ts'
export { useMedia, usePhone } from './useMedia.ts'
export { useVirtualizer } from './useVirtualizer.ts'
export { evenRows, type RowLayout } from './virtual-rows.ts'
