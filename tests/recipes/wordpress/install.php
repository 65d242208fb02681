<?php
// Installs WordPress, activates the plug-in, publishes a page with its shortcode, and prints the
// page's address.
declare(strict_types=1);

define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = getenv('WORDPRESS_HOST');
$database = new mysqli('localhost', 'root', '', '', 0, getenv('WORDPRESS_SOCKET'));
$database->query('CREATE DATABASE IF NOT EXISTS wordpress');

require getenv('WORDPRESS_ROOT') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install('Testcase & Sample', 'operator', 'operator@example.test', false, '', wp_generate_password());
update_option('timezone_string', 'America/New_York');
$refused = activate_plugin('casegate-intake/casegate-intake.php');
if (is_wp_error($refused)) {
    fwrite(STDERR, $refused->get_error_message());
    exit(1);
}
echo get_permalink(wp_insert_post([
    'post_type' => 'page',
    'post_status' => 'publish',
    'post_title' => 'New case',
    'post_content' => "<!-- wp:paragraph --><p>Before the form.</p><!-- /wp:paragraph -->\n<!-- wp:shortcode -->[casegate_intake product=\"pl\"]<!-- /wp:shortcode -->",
]));
