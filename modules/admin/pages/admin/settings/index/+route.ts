export default '/admin/settings/index'
